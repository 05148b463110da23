import { expect } from 'chai'
import fc from 'fast-check'
import { isPublicAddress } from '../../../services/fetch/checkAddress.ts'
import { guard } from '../../../services/fetch/guard.ts'
import { failure } from '../../workers/source/failure.ts'
import { insideUrls } from './insideUrls.ts'

describe('isPublicAddress', () => {
  const inside = [
    ['this network', '0.0.0.0', '0.1.2.3'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1'],
    ['loopback', '127.0.0.1', '127.255.0.1', '::1'],
    ['link-local', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
    ['shared by carriers', '100.64.0.1', '100.127.255.255'],
    ['multicast and broadcast', '224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1'],
    [
      'reserved',
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '240.0.0.1',
      '192.88.99.1',
    ],
    ['IPv4 inside IPv6', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '::ffff:0:7f00:1'],
    ['IPv4 behind NAT64', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::a00:1'],
    ['IPv4 in tunnels', '2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::'],
    ['reserved IPv6', '::', '100::1', '2001:db8::1', '3fff::1', '5f00::1', 'fec0::1', '4000::1'],
    ['no address', '', 'localhost', '1.2.3', '1.2.3.4.5', '[::1]'],
  ]
  for (const [what, ...addresses] of inside) {
    it(`refuses ${what}`, () => {
      for (const address of addresses) expect(isPublicAddress(address), address).to.equal(false)
    })
  }

  it('takes addresses of the internet', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])
      expect(isPublicAddress(address), address).to.equal(true)
  })
})

describe('guard', () => {
  const resolve = async (host: string) => (host === 'api.example.org' ? ['93.184.215.14'] : ['127.0.0.1'])

  it('pins the address that it has checked', async () => {
    const target = await guard('https://api.example.org/a?b=c', { resolve })
    expect(target).to.deep.include({ address: '93.184.215.14', family: 4 })
    expect(target.url.href).to.equal('https://api.example.org/a?b=c')
  })

  const spellings = [...insideUrls, 'https://localhost/', 'https://rebound.example.org/']
  for (const url of spellings) {
    it(`refuses ${url}`, async () => {
      expect((await failure(guard(url, { resolve }))).code).to.equal('forbidden')
    })
  }

  it('asks the system about names, and says when one leads nowhere', async () => {
    expect((await failure(guard('https://localhost/'))).code).to.equal('forbidden')
    const nowhere = async () => {
      throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    }
    for (const resolve of [nowhere, async () => []])
      expect((await failure(guard('https://api.example.org/', { resolve }))).code).to.equal('connection')
  })

  it('refuses a host if any one of its addresses is not public', async () => {
    const mixed = async () => ['93.184.215.14', '10.0.0.1']
    expect((await failure(guard('https://api.example.org/', { resolve: mixed }))).message).to.include(
      '10.0.0.1',
    )
  })

  it('refuses other schemes, plain http, names and passwords, unusual ports', async () => {
    const urls = [
      'ftp://api.example.org/',
      'file:///etc/passwd',
      'data:text/plain,1',
      'http://api.example.org/',
      'https://user@api.example.org/',
      'https://:secret@api.example.org/',
      'https://api.example.org:22/',
      '/relative',
      'nonsense',
    ]
    for (const url of urls) {
      const error = await failure(guard(url, { resolve }))
      expect(error.code, url).to.equal('forbidden')
      expect(error.message).not.to.include('secret')
    }
  })

  it('keeps to a list of hosts, which can name ports', async () => {
    const hosts = ['api.example.org', 'other.example.org:8443']
    const anywhere = { hosts, resolve: async () => ['93.184.215.14'] }
    await guard('https://API.example.org/', anywhere)
    await guard('https://other.example.org:8443/', anywhere)
    for (const url of ['https://example.org/', 'https://api.example.org:8443/', 'https://other.example.org/'])
      expect((await failure(guard(url, anywhere))).code, url).to.equal('forbidden')
  })

  it('lets loopback pass only where that was asked for, and nothing else with it', async () => {
    const options = { allowLoopback: true, resolve }
    await guard('http://127.0.0.1:1234/', options)
    await guard('http://[::1]:1234/', options)
    await guard('http://localhost:1234/', options)
    for (const url of [
      'http://10.0.0.1/',
      'http://api.example.org/',
      'https://api.example.org:22/',
      'http://0.0.0.0/',
    ])
      expect((await failure(guard(url, options))).code, url).to.equal('forbidden')
  })

  it('never lets any spelling of an IPv4 address inside pass', async () => {
    const secret = fc.constantFrom(0x7f000001, 0x0a000001, 0xa9fea9fe, 0xc0a80001, 0x64400001)
    await fc.assert(
      fc.asyncProperty(
        secret,
        fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }),
        async (ip, bases) => {
          const write = (value: number, base: number) =>
            base === 8 ? `0${value.toString(8)}` : base === 16 ? `0x${value.toString(16)}` : String(value)
          const parts = [24, 16, 8, 0].map((shift, i) => write((ip >>> shift) & 255, bases[i]!))
          for (const host of [parts.join('.'), write(ip, bases[0]!)])
            expect((await failure(guard(`https://${host}/`))).code).to.equal('forbidden')
        },
      ),
    )
  })

  it('lets a local network pass where that is said, but not what clouds keep for themselves', async () => {
    const options = { allowPrivate: true }
    for (const url of [
      'http://127.0.0.1:8545/',
      'http://10.1.2.3:99/',
      'http://[fd12::1]/',
      'https://192.168.1.1/',
    ])
      expect((await guard(url, options)).url.href).to.equal(url)
    for (const url of ['http://169.254.169.254/', 'http://[fe80::1]/', 'http://0.0.0.0/', 'http://8.8.8.8/'])
      expect(await failure(guard(url, options)), url).to.deep.include({ code: 'forbidden' })
    expect(await failure(guard('http://10.1.2.3/', {})), 'unless it is said').to.deep.include({
      code: 'forbidden',
    })
  })

  it('lets other ports of public hosts pass where that is said, by https', async () => {
    const resolve = async () => ['93.184.216.34']
    const url = 'https://agent.example:8443/'
    expect((await guard(url, { resolve, anyPort: true })).url.href).to.equal(url)
    expect((await guard(url, { resolve, anyPort: true, allowPrivate: true })).url.href).to.equal(url)
    expect(await failure(guard(url, { resolve }))).to.deep.include({ code: 'forbidden' })
    const plain = guard('http://agent.example:8443/', { resolve, anyPort: true })
    expect(await failure(plain)).to.deep.include({ code: 'forbidden' })
  })
})
