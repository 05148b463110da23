/** What `challenge` takes as evidence: the sentinel builds it, and so may anyone by hand. */
export * from '../../workers/sentinel/evidence.ts'
