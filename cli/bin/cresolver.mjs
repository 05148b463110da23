#!/usr/bin/env node
import { launch } from './launch.mjs'

await launch(new URL('../cresolver.ts', import.meta.url))
