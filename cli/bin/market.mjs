#!/usr/bin/env node
import { launch } from './launch.mjs'

await launch(new URL('../../local/market.ts', import.meta.url))
