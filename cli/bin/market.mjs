#!/usr/bin/env node
import { launch } from './launch.mjs'

await launch(new URL('../market.ts', import.meta.url))
