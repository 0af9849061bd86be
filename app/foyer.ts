/** `npm run foyer -- <command>`: the operator's tool. */
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

import { operate, processTerminal } from '#app/operator/operator.ts'
import { systemClock } from '#app/platform/clock.ts'

if (existsSync('.env')) loadEnvFile('.env')

const surroundings = { variables: process.env, terminal: processTerminal(), clock: systemClock }
process.exitCode = await operate(process.argv.slice(2), surroundings)
