import { expect } from 'chai'
import { readMarketText } from '../../../../cli/commands/rules/marketText.ts'
import { splitInput } from '../../../../cli/terminal/batch.ts'
import { Json } from '../../../../protocol/index.ts'
import { ancillary, toHex } from '../../../helpers/uma.ts'

describe('readMarketText', () => {
  it('AUDIT D6: takes ancillary data as it is, in hex or text of many lines, and JSON as ever', () => {
    expect(readMarketText(`${ancillary()}\n`)).to.deep.equal({ ancillary_data: ancillary() })
    expect(readMarketText(` ${toHex(ancillary())}\n`)).to.deep.equal({ ancillary_data: toHex(ancillary()) })
    expect(readMarketText('{"id":1}')).to.deep.equal({ id: 1 })
    expect(readMarketText('12')).to.equal(12)
    expect(() => readMarketText('Will it rain?')).to.throw(Json.NotJsonError)
  })

  it('several of them stand on a line each', () => {
    const flat = ancillary().replace(/\n+/g, ' ')
    for (const lines of [
      [flat, flat],
      [toHex(flat), toHex(flat), '{"id":1}'],
    ]) {
      const values = splitInput(lines.join('\n'), readMarketText)
      expect(values).to.have.lengthOf(lines.length)
      expect(values[0]).to.deep.equal({ value: { ancillary_data: lines[0] } })
    }
  })
})
