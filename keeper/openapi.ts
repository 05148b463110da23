import { openapiDocument } from '../services/http/openapiDocument.ts'
import { commonRoutes, methodsOf, pathsOf } from '../services/http/Routes.ts'
import { health } from './health.ts'

export const routes = methodsOf(commonRoutes)

/** The keeper's OpenAPI 3.1 document. */
export const openapi = (publicUrl: string): object =>
  openapiDocument({
    title: 'CREsolver keeper',
    version: '0.1.0',
    description: 'Calls what anyone may call: requests, draws, settlements, ends. It takes no orders.',
    publicUrl,
    paths: pathsOf(commonRoutes),
    schemas: { Health: health },
  })
