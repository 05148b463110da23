/** The DON asks and reads it in the very same way. */
export { defillama, readCurrentTvl } from '../../protocol/source/index.ts'
