import { memoryStore } from '../../../workers/sdk/memoryStore.ts'
import { behavesLikeAnswerStore } from './storeBehaviour.ts'

describe('memoryStore', () => {
  behavesLikeAnswerStore(async (limits) => memoryStore(limits))
})
