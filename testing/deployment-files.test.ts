import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'

import { readConfig } from '#app/platform/config/config.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-deploy-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The first `environment:` of a compose file, which is the server's, with the operator's values. */
function serverSettings(compose: string, values: Record<string, string>): Record<string, string> {
  const [, block = ''] = /^ +environment:\n((?: +(?:#.*|[A-Z_]+: .+)\n)+)/m.exec(compose) ?? []
  const entries = block.matchAll(/^ +([A-Z_]+): (.+)$/gm).map(([, name = '', value = '']) => [
    name,
    value.replace(/\$\{(\w+)(:[?-])?([^}]*)\}/g, (_, variable: string, operator: string) => {
      assert.ok(variable in values || operator === ':-', `${variable} has no value`)
      return values[variable] ?? ''
    }),
  ])
  return Object.fromEntries(entries)
}

const operator = {
  DOMAIN: 'id.example.com',
  MAIL_URL: 'smtps://user:secret@mail.example.com',
  APP_KEY: randomBytes(32).toString('base64'),
  DATABASE_PASSWORD: 'f00d',
}

for (const [file, databaseUrl] of [
  ['compose.yaml', /^sqlite:/],
  ['compose.scale.yaml', /^postgres:\/\/foyer:f00d@postgres\/foyer$/],
] as const)
  test(`the settings of ${file} start a server in production, behind its proxy`, (t) => {
    const compose = read(file)
    const image = Object.fromEntries(
      read('Dockerfile')
        .matchAll(/(?<=^ENV .*)\b([A-Z_]+)=(\S+)/gm)
        .map(([, name, value]) => [name, value]),
    )

    const settings = { ...image, ...serverSettings(compose, operator) }
    const config = readConfig({ ...settings, STORAGE_DIR: temporaryFolder(t) })

    assert.equal(settings.STORAGE_DIR, '/storage')
    assert.match(compose, /volumes: \['storage:\/storage'\]/)
    assert.equal(config.env, 'production')
    assert.equal(config.origin, 'https://id.example.com')
    assert.equal(config.host, '0.0.0.0')
    assert.match(config.databaseUrl, databaseUrl)
    const [subnet] = /(?<=subnet: )[\d./]+/.exec(compose) ?? []
    assert.deepEqual(config.trustProxy, [subnet])
    for (const [mounted] of compose.matchAll(/(?<='\.\/)deploy\/\w+(?=:)/g))
      assert.ok(existsSync(join(root, mounted)), mounted)
  })

/** The values of a directive of the unit. */
function directives(name: string): string[] {
  return [...read('deploy/foyer.service').matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(
    ([, value = '']) => value,
  )
}

test('the settings of the systemd unit start a server, which it can stop and reload', (t) => {
  const settings = Object.fromEntries(directives('Environment').map((line) => line.split('=')))
  const config = readConfig({
    ...settings,
    STORAGE_DIR: temporaryFolder(t),
    APP_URL: 'https://id.example.com',
    MAIL_URL: operator.MAIL_URL,
  })

  assert.equal(config.env, 'production')
  assert.equal(settings['STORAGE_DIR'], `/var/lib/${directives('StateDirectory')[0]}`)
  const [start = ''] = directives('ExecStart')
  assert.ok(read('package.json').includes(start.split(' ')[1] ?? ''))
  assert.ok(read('Dockerfile').includes(start.split(' ').at(-1) ?? ''))
  assert.deepEqual(directives('ExecReload'), ['/bin/kill -HUP $MAINPID'])
})

const systemdAnalyze = '/usr/bin/systemd-analyze'
const systemdMissing = existsSync(systemdAnalyze) ? false : 'needs systemd'

test('systemd accepts the unit', { skip: systemdMissing }, (t) => {
  const unit = join(temporaryFolder(t), 'foyer.service')
  // It also looks for the program and the user.
  const text = read('deploy/foyer.service')
    .replace('/opt/foyer/node_modules/.bin/node', process.execPath)
    .replaceAll(/^(User|Group)=foyer$/gm, '$1=root')
  writeFileSync(unit, text)

  const output = execFileSync(systemdAnalyze, ['verify', unit], { encoding: 'utf8' })

  assert.equal(output, '')
})
