/** The operator's CLI: `npm run foyer -- <command>`. */
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

import { runCli, processTerminal } from './cli/cli.ts'
import { systemClock } from './platform/clock/clock.ts'

if (existsSync('.env')) loadEnvFile('.env')

const environment = { variables: process.env, terminal: processTerminal(), clock: systemClock }
process.exitCode = await runCli(process.argv.slice(2), environment)
