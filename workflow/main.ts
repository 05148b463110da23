import { Runner } from '@chainlink/cre-sdk'
import { type Config, type ConfigInput, configSchema } from './config.ts'
import { initWorkflow } from './workflow.ts'

export async function main() {
  const runner = await Runner.newRunner<Config, ConfigInput>({ configSchema })
  await runner.run(initWorkflow)
}
