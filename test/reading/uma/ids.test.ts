import { expect } from 'chai'
import { encodePacked, keccak256, stringToBytes, stringToHex } from 'viem'
import {
  conditionIdOf,
  isOfMarket,
  questionIdOf,
  requestIdOf,
  withInitializer,
} from '../../../reading/uma/ids.ts'
import { ancillary, board, initializer } from '../../helpers/uma.ts'

const bytes = stringToBytes(ancillary())
const questionId = keccak256(bytes)

describe('ids of UMA and its adapters', () => {
  it('AUDIT D6: a question’s id is keccak256 of the data with its initializer, without what was stamped on', () => {
    expect(questionIdOf(bytes, { stamped: 0 })).to.equal(questionId)
    const stamp = ',ooRequester:x'
    expect(questionIdOf(stringToBytes(`${ancillary()}${stamp}`), { stamped: stamp.length })).to.equal(
      questionId,
    )
    expect(keccak256(withInitializer(stringToBytes(ancillary({ stamps: '' })), initializer))).to.equal(
      questionId,
    )
  })

  it('AUDIT D6: a condition’s id is that of Conditional Tokens, with two outcomes', () => {
    const packed = encodePacked(['address', 'bytes32', 'uint256'], [board as `0x${string}`, questionId, 2n])
    expect(conditionIdOf(board, questionId)).to.equal(keccak256(packed))
  })

  it('AUDIT D6: a request’s id is that of OptimisticOracleV2', () => {
    const name = stringToHex('YES_OR_NO_QUERY', { size: 32 })
    const packed = encodePacked(
      ['address', 'bytes32', 'uint256', 'bytes'],
      [board as `0x${string}`, name, 1_736_462_185n, stringToHex(ancillary())],
    )
    for (const identifier of ['YES_OR_NO_QUERY', name])
      expect(requestIdOf(board, identifier, 1_736_462_185, bytes)).to.equal(keccak256(packed))
  })

  it('questions of one NegRisk market differ in the last byte', () => {
    const market = `0x${'5e'.repeat(31)}00`
    expect(isOfMarket(`0x${'5E'.repeat(31)}07`, market)).to.equal(true)
    expect(isOfMarket(`0x${'5e'.repeat(30)}0707`, market)).to.equal(false)
  })
})
