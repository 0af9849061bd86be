/** One build stage of a Dockerfile, as far as ours uses its language. */
export interface Stage {
  name: string
  workdir: string
  env: Record<string, string>
  user: string
  steps: Step[]
  command: string[]
  healthCheck: string[]
}

export type Step = { run: string } | CopyStep

export interface CopyStep {
  copy: string[]
  to: string
  /** A stage; null for the folder of the Dockerfile. */
  from: string | null
}

/** @throws for an instruction that `npm run image:test` would not run */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of text.split('\n')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (line === '' || line.startsWith('#')) continue
    if (instruction === 'FROM') stages.push(newStage(rest))
    else readInstruction(stages.at(-1), instruction, rest)
  }
  return stages
}

function newStage(from: string): Stage {
  const [, name = ''] = / AS (\w+)$/.exec(from) ?? []
  return { name, workdir: '/', env: {}, user: 'root', steps: [], command: [], healthCheck: [] }
}

function readInstruction(stage: Stage | undefined, instruction: string, rest: string): void {
  if (!stage) throw new Error(`${instruction} before FROM`)
  const readers: Record<string, () => unknown> = {
    WORKDIR: () => (stage.workdir = rest),
    USER: () => (stage.user = rest),
    RUN: () => stage.steps.push({ run: rest }),
    COPY: () => stage.steps.push(parseCopy(rest)),
    ENV: () => Object.assign(stage.env, Object.fromEntries(parseVariables(rest))),
    CMD: () => (stage.command = JSON.parse(rest)),
    HEALTHCHECK: () => (stage.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4))),
    VOLUME: () => {},
    EXPOSE: () => {},
  }
  const read = readers[instruction]
  if (!read) throw new Error(`The instruction ${instruction} cannot be replayed.`)
  read()
}

function parseCopy(rest: string): CopyStep {
  const [, from = null, paths = ''] = /^(?:--from=(\w+) )?(.+)$/.exec(rest) ?? []
  const all = paths.split(' ')
  return { copy: all.slice(0, -1), to: all.at(-1) ?? '', from }
}

function parseVariables(rest: string): string[][] {
  return rest.split(' ').map((pair) => pair.split('='))
}
