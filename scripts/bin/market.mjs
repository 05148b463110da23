#!/usr/bin/env node
import '../market.mjs'
