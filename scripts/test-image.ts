/**
 * `npm run image:test`: follows the Dockerfile in empty root folders, without Docker, and drives the server that it starts:
 * as its user, on a read-only root. Needs Linux and root, because of the mounts.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type CopyStep, parseDockerfile, type Stage } from './parse-dockerfile.ts'

const project = join(import.meta.dirname, '..')
const base = mkdtempSync(join(tmpdir(), 'foyer-image-'))
const npmCache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
const rootOf = ({ name }: { name: string }) => join(base, name || 'image')
const port = 30_000 + (process.pid % 10_000)

try {
  const stages = parseDockerfile(readFileSync(join(project, 'Dockerfile'), 'utf8'))
  for (const stage of stages) build(stage)
  const image = stages.at(-1)
  if (!image) throw new Error('The Dockerfile is empty.')
  reportSize(image)
  await driveServer(image)
  console.log('The image starts as its user on a read-only root, answers, and stops.')
} finally {
  rmSync(base, { recursive: true, force: true })
}

function build(stage: Stage): void {
  prepareRoot(rootOf(stage))
  mkdirSync(join(rootOf(stage), stage.workdir), { recursive: true })
  for (const step of stage.steps) {
    if ('copy' in step) {
      copy(step, stage)
      continue
    }
    console.log(`RUN ${step.run}`)
    const [program, args] = insideRoot(stage, 'root', ['sh', '-c', step.run], networkSettings())
    execFileSync(program, args, { stdio: 'inherit' })
  }
}

/** A machine behind a proxy has certificates of its own, which a container would not need. */
function networkSettings(): Record<string, string> {
  const entries = Object.entries(process.env).map(([name, value = '']): [string, string] => [
    name,
    value,
  ])
  return Object.fromEntries(entries.filter(([name]) => /proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name)))
}

/** Creates the files of the base image. Its programs are mounted. */
function prepareRoot(root: string): void {
  for (const folder of ['usr', 'etc/ssl', 'proc', 'dev', 'tmp', 'opt/node', 'opt/npm'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['resolv.conf', 'hosts', 'nsswitch.conf'])
    cpSync(join('/etc', file), join(root, 'etc', file))
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/tmp:\nnode:x:1000:1000::/tmp:\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  execFileSync('sh', ['-c', 'for it in bin sbin lib lib64; do ln -s usr/$it "$0/$it"; done', root])
}

function copy({ copy: sources, to, from }: CopyStep, stage: Stage): void {
  const target = join(rootOf(stage), stage.workdir, to)
  const source = from === null ? project : rootOf({ name: from })
  const ignored =
    from === null ? readFileSync(join(project, '.dockerignore'), 'utf8').split('\n') : []
  for (const path of sources.map((it) => join(source, it))) {
    const intoFolder = to === './' && !statSync(path).isDirectory()
    cpSync(path, intoFolder ? join(target, basename(path)) : target, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: (file) => !ignored.some((glob) => glob && matchesGlob(file, join(project, glob))),
    })
  }
}

/** @returns a program and its arguments that run a command in the stage's root folder, with this machine's programs */
function insideRoot(
  stage: Stage,
  user: string,
  command: string[],
  env: Record<string, string> = {},
): [string, string[]] {
  const variables = Object.entries({ ...stage.env, ...env }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const isFinal = user !== 'root'
  const script = `
    set -e
    mount --bind "$ROOT" "$ROOT"
    mount --rbind -o ro /usr "$ROOT/usr"; mount --bind -o ro /etc/ssl "$ROOT/etc/ssl"
    mount --rbind /dev "$ROOT/dev"; mount -t proc proc "$ROOT/proc"
    mount --bind -o ro "$NODE" "$ROOT/opt/node"; mount --bind "$NPM" "$ROOT/opt/npm"
    ${isFinal ? 'mount --bind "$ROOT/storage" "$ROOT/storage"; mount -t tmpfs tmpfs "$ROOT/tmp"; mount -o remount,bind,ro "$ROOT"' : ''}
    exec chroot "$ROOT" setpriv --reuid "$0" --regid "$0" --clear-groups \\
      env -i -C "$DIR" PATH=/opt/node:/usr/bin:/bin HOME=/tmp npm_config_cache=/opt/npm "$@"`
  const outer = [
    `ROOT=${rootOf(stage)}`,
    `NODE=${dirname(process.execPath)}`,
    `NPM=${npmCache}`,
    `DIR=${stage.workdir}`,
  ]
  return [
    'env',
    [
      ...outer,
      'unshare',
      '--mount',
      '--propagation',
      'private',
      'sh',
      '-c',
      script,
      user,
      ...variables,
      ...command,
    ],
  ]
}

function reportSize(image: Stage): void {
  const app = join(rootOf(image), image.workdir)
  const megabytes = (path: string) =>
    execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0]
  const installed = JSON.parse(readFileSync(join(app, 'node_modules/.package-lock.json'), 'utf8'))
  const packages = Object.values<{ link?: boolean }>(installed.packages).filter(({ link }) => !link)
  console.log(
    `${packages.length} packages, ${megabytes(join(app, 'node_modules'))} MB; ${megabytes(app)} MB with the application`,
  )
}

async function driveServer(image: Stage): Promise<void> {
  const origin = `http://localhost:${port}`
  const env = { PORT: String(port), HOST: '127.0.0.1', APP_URL: origin }
  const start = (command: string[]) => {
    const [program, args] = insideRoot(image, image.user, command, env)
    return spawn(program, args, { stdio: 'inherit' })
  }
  const exitOf = async (command: string[]) => (await once(start(command), 'exit'))[0]
  const server = start(image.command)
  const exited = once(server, 'exit')
  const deadline = Date.now() + 30_000
  while ((await exitOf(image.healthCheck)) !== 0) {
    if (server.exitCode !== null || Date.now() > deadline)
      throw new Error('The server is not healthy.')
    await sleep(200)
  }
  for (const path of ['/ready', '/', '/login', '/register']) {
    const { status } = await fetch(origin + path)
    if (status !== 200) throw new Error(`${path} answered ${status}.`)
  }
  for (const file of ['/app/file', '/file']) {
    if ((await exitOf(['touch', file])) === 0) throw new Error(`${file} could be written.`)
  }
  if ((await exitOf(['node', 'app/cli/main.ts', 'doctor'])) !== 0)
    throw new Error('doctor found problems.')
  server.kill('SIGTERM')
  const [status] = await exited
  if (status !== 0) throw new Error(`The server ended with ${status}.`)
}
