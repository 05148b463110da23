#!/usr/bin/env node
import '../../cli/bin/market.mjs'
