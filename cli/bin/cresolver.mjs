#!/usr/bin/env node
import { launch } from './cli/launch.mjs'

await launch(new URL('./cli.ts', import.meta.url))
