/** The operator's CLI: `npm run foyer -- <command>`. */
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

import { systemClock } from '#app/platform/clock/clock.ts'

import { runCli, processTerminal } from './run-cli.ts'

if (existsSync('.env')) loadEnvFile('.env')

const environment = { variables: process.env, terminal: processTerminal(), clock: systemClock }
process.exitCode = await runCli(process.argv.slice(2), environment)
