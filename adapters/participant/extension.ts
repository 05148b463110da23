import type { Base } from '../../services/http/baseApp.ts'
import { attestedClaims, proveByAttestations } from './attested/provenance.ts'
import { keptBy } from './keptBy.ts'
import {
  type Environment,
  makeParticipant,
  type ParticipantConfig,
  participantConfig,
} from './Participant.ts'
import { addRoutes, served } from './routes.ts'

/** The participant as a worker mounts it: its section of the config, its routes, and attested claims as proofs of origin. */
export const participantExtension = {
  key: 'participant',
  config: participantConfig,
  open(section: ParticipantConfig, environment: Environment) {
    const participant = makeParticipant(section, environment)
    const { book, policy } = participant
    return {
      served,
      addRoutes: (base: Base) => addRoutes(base, participant),
      prove: proveByAttestations(book, policy),
      verifiers: { attestations: attestedClaims(policy) },
      kept: keptBy(environment.store, section.archiveDays),
    }
  },
}
