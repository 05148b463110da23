/** The interface of MockKeystoneForwarder, from its compiled code: `npm run abi` writes it. */
export const mockKeystoneForwarderAbi = [
  {"inputs":[{"name":"transmissionId","type":"bytes32"}],"name":"AlreadyAttempted","type":"error"},
  {"inputs":[],"name":"InvalidReport","type":"error"},
  {"anonymous":false,"inputs":[{"indexed":true,"name":"receiver","type":"address"},{"indexed":true,"name":"workflowExecutionId","type":"bytes32"},{"indexed":true,"name":"reportId","type":"bytes2"},{"indexed":false,"name":"result","type":"bool"}],"name":"ReportProcessed","type":"event"},
  {"inputs":[{"name":"receiver","type":"address"},{"name":"workflowExecutionId","type":"bytes32"},{"name":"reportId","type":"bytes2"}],"name":"getTransmissionId","outputs":[{"name":"","type":"bytes32"}],"stateMutability":"pure","type":"function"},
  {"inputs":[{"name":"receiver","type":"address"},{"name":"workflowExecutionId","type":"bytes32"},{"name":"reportId","type":"bytes2"}],"name":"getTransmissionInfo","outputs":[{"components":[{"name":"transmissionId","type":"bytes32"},{"name":"state","type":"uint8"},{"name":"transmitter","type":"address"},{"name":"invalidReceiver","type":"bool"},{"name":"success","type":"bool"},{"name":"gasLimit","type":"uint80"}],"name":"info","type":"tuple"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"receiver","type":"address"},{"name":"workflowExecutionId","type":"bytes32"},{"name":"reportId","type":"bytes2"}],"name":"getTransmitter","outputs":[{"name":"","type":"address"}],"stateMutability":"view","type":"function"},
  {"inputs":[{"name":"receiver","type":"address"},{"name":"rawReport","type":"bytes"},{"name":"","type":"bytes"},{"name":"","type":"bytes[]"}],"name":"report","outputs":[],"stateMutability":"nonpayable","type":"function"},
  {"inputs":[],"name":"typeAndVersion","outputs":[{"name":"","type":"string"}],"stateMutability":"pure","type":"function"},
] as const
