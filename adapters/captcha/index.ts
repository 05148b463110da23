export { longestText, type Solution, type Step, solve } from './solve.ts'
export { solveWithModel } from './solveWithModel.ts'
