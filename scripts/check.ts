/** Format, lint, types, unused code and architecture, all at once. Each check also has to show that it saw our files. */
import { type Ran, run } from './command.ts'

interface Check {
  name: string
  command: [string, ...string[]]
  /** How many of our files it read, found in its output; a check that read none has failed. */
  filesSeen(output: string): number
}

const checks: Check[] = [
  {
    name: 'format',
    command: ['oxfmt', '--check'],
    filesSeen: (output) => Number(/on (\d+) files/.exec(output)?.[1]),
  },
  {
    name: 'lint',
    command: ['oxlint', '--deny-warnings', '--report-unused-disable-directives'],
    filesSeen: (output) => Number(/on (\d+) files/.exec(output)?.[1]),
  },
  {
    name: 'types',
    command: ['tsc', '--listFiles', '--pretty', 'false'],
    filesSeen: (output) => ours(output).length,
  },
  {
    // Apart from the rest, or the packages would know the types that the application registers with them.
    name: 'types of the packages',
    command: ['tsc', '--project', 'packages', '--listFiles', '--pretty', 'false'],
    filesSeen: (output) => ours(output).length,
  },
  {
    name: 'unused code',
    command: [
      'knip',
      '--treat-config-hints-as-errors',
      '--no-progress',
      '--reporter=symbols',
      '--reporter=./scripts/knip-count.ts',
    ],
    filesSeen: (output) => Number(/read (\d+) files/.exec(output)?.[1]),
  },
  {
    name: 'architecture',
    command: ['node', '--test', '--test-reporter=spec', 'testing/architecture.test.ts'],
    filesSeen: (output) => Number(/read (\d+) files/.exec(output)?.[1]),
  },
]

/** @returns how many checks passed and failed */
export async function check(): Promise<{ passed: number; failed: number }> {
  const passed = await Promise.all(checks.map(passes))
  return { passed: passed.filter(Boolean).length, failed: passed.filter((one) => !one).length }
}

async function passes({ name, command: [program, ...args], filesSeen }: Check): Promise<boolean> {
  const ran = await run(program, args)
  const seen = filesSeen(ran.output)
  const passed = ran.status === 0 && seen > 0
  const mark = passed ? '✔' : '✖'
  console.log(`${mark} ${name} (${seen || 'no'} files, ${ran.seconds.toFixed(1)} s)`)
  if (!passed) console.log(indented(ran))
  return passed
}

function indented({ output }: Ran): string {
  const said = output.split('\n').filter((line) => !/^\/\S+\.(d\.)?[cm]?tsx?$/.test(line))
  return said.map((line) => `  ${line}`).join('\n')
}

function ours(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(process.cwd()) && !line.includes('/node_modules/'))
}

if (import.meta.main) {
  const { failed } = await check()
  process.exitCode = failed > 0 ? 1 : 0
}
