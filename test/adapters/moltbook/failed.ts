/** The error that something failed with; that it did not is an error, too. */
export async function failed(work: Promise<unknown>): Promise<Error> {
  try {
    await work
  } catch (error) {
    return error as Error
  }
  throw new Error('It should have failed.')
}
