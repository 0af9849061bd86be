import assert from 'node:assert/strict'
import { test } from 'node:test'

import { dependencyReport } from './dependency-report.ts'

const vulnerability = (severity: string, name = 'left-pad') => ({
  [name]: {
    name,
    severity,
    via: [{ title: 'Pads too far', url: 'https://github.com/advisories/x' }],
  },
})
const audit = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities })
const lastLine = ({ lines }: { lines: string[] }) => lines.at(-1) ?? ''

test('without vulnerabilities a build goes on, and newer versions are listed', () => {
  const outdated = JSON.stringify({ sharp: { current: '1.0.0', latest: '1.1.0' } })

  const report = dependencyReport(audit({}), outdated)

  assert.equal(report.status, 0)
  assert.deepEqual(report.lines, [
    'newer: sharp 1.1.0 (here 1.0.0)',
    'Go on: no known vulnerabilities.',
  ])
})

test('urgent vulnerabilities stop a build; the worst is first, each with its deadline', () => {
  const report = dependencyReport(
    audit({ ...vulnerability('low', 'a'), ...vulnerability('critical', 'b') }),
    '{}',
  )

  assert.equal(report.status, 1)
  assert.match(
    report.lines[0] ?? '',
    /^critical: b, to be fixed within 2 days \(Pads too far, http/,
  )
  assert.match(lastLine(report), /^Stop: 1 of 2/)
})

test('a vulnerability that can wait is listed and does not stop a build', () => {
  const report = dependencyReport(audit(vulnerability('moderate')), '')

  assert.equal(report.status, 0)
  assert.match(report.lines[0] ?? '', /within 30 days/)
})

test('a registry that does not answer is not "go on"', () => {
  const error = JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 })

  for (const answer of [error, '', 'npm error']) {
    const report = dependencyReport(answer, '')
    assert.equal(report.status, 2)
    assert.match(report.lines.join(' '), /npm sbom/)
  }
})
