import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

import { newlyRegisteredAda } from '#testing/signed-in-accounts.ts'
import { TestBrowser } from '#testing/test-browser.ts'

const folder = new URL('../../../deploy/observability/', import.meta.url)

test('every metric that the dashboard and the alert rules name is one of ours', async (t) => {
  const { foyer } = await newlyRegisteredAda(t)
  const { text } = await new TestBrowser(foyer.app, '127.0.0.1').open('/metrics')
  const metrics = new Set(text.match(/(?<=^# TYPE )\S+/gm))
  const dashboard = JSON.parse(await readFile(new URL('dashboard.json', folder), 'utf8'))
  const alerts = await readFile(new URL('alerts.yaml', folder), 'utf8')

  const panels = dashboard.panels.flatMap(({ targets }: Panel) => targets.map(({ expr }) => expr))
  const rules = alerts.match(/(?<=^\s+expr: ).+$/gm) ?? []

  assert.ok(panels.length >= 10 && rules.length >= 8, `${panels.length}, ${rules.length}`)
  for (const expression of [...panels, ...rules])
    assert.deepEqual(unknownMetrics(expression, metrics), [], expression)
  const shown = new Set(panels.flatMap(metricNames))
  assert.deepEqual(
    [...metrics].filter((name) => !shown.has(name)),
    [],
    'metrics without a panel',
  )
})

test('the check of dashboard and alert rules notices a metric that does not exist', () => {
  const metrics = new Set(['foyer_jobs'])

  assert.deepEqual(unknownMetrics('max(foyer_jobs{state="dead"}) > 0', metrics), [])
  assert.deepEqual(unknownMetrics('rate(foyer_job[5m])', metrics), ['foyer_job'])
})

interface Panel {
  targets: { expr: string }[]
}

function unknownMetrics(expression: string, metrics: ReadonlySet<string>): string[] {
  // Prometheus itself provides `up`.
  return metricNames(expression).filter((name) => !metrics.has(name) && name !== 'up')
}

function metricNames(expression: string): string[] {
  const names = expression.match(/\b(?:foyer|process|nodejs)_\w+|\bup\b/g) ?? []
  return names.map((name) => name.replace(/_bucket$/, ''))
}
