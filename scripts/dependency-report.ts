import { z } from 'zod'

/** Days until a vulnerability in a shipped package must be fixed, by severity; see docs/security-policy.md. */
export const daysToFix = { critical: 2, high: 7, moderate: 30, low: 30, info: 30 }
/** A vulnerability to fix within this many days stops a build. */
const urgentDays = 7

const Severity = z.enum(['critical', 'high', 'moderate', 'low', 'info'])
const Audit = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: Severity,
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
})
const Outdated = z.record(
  z.string(),
  z.object({ current: z.string().optional(), latest: z.string() }),
)

export interface Report {
  lines: string[]
  /** 0: go on. 1: fix first. 2: unknown. */
  status: 0 | 1 | 2
}

/**
 * Applies the security policy to npm's reports.
 *
 * @param audit     output of `npm audit --json`
 * @param outdated  output of `npm outdated --json`
 */
export function dependencyReport(audit: string, outdated: string): Report {
  const audited = Audit.safeParse(parseJson(audit)).data
  const lines = outdatedLines(Outdated.safeParse(parseJson(outdated)).data ?? {})
  if (!audited) return { lines: [...lines, ...registryUnavailable], status: 2 }

  const vulnerabilities = Object.entries(audited.vulnerabilities).toSorted(
    ([, a], [, b]) => daysToFix[a.severity] - daysToFix[b.severity],
  )
  const vulnerabilityLines = vulnerabilities.map(([name, { severity, via }]) => {
    const titles = via.flatMap((it) => (typeof it === 'string' ? [] : [`${it.title}, ${it.url}`]))
    const why = titles.join('; ') || `through ${via.join(', ')}`
    return `${severity}: ${name}, to be fixed within ${daysToFix[severity]} days (${why})`
  })
  const urgent = vulnerabilities.filter(
    ([, { severity }]) => daysToFix[severity] <= urgentDays,
  ).length
  return {
    lines: [...lines, ...vulnerabilityLines, verdict(vulnerabilities.length, urgent)],
    status: urgent > 0 ? 1 : 0,
  }
}

function verdict(count: number, urgent: number): string {
  if (count === 0) return 'Go on: no known vulnerabilities.'
  return urgent > 0
    ? `Stop: ${urgent} of ${count} known vulnerabilities cannot wait for the quarterly update.`
    : `Go on: ${count} known vulnerabilities, none to be fixed within ${urgentDays} days.`
}

const registryUnavailable = [
  'Unknown: this registry does not answer npm audit (a mirror, or no network).',
  'Use one that does: npm audit --registry=https://registry.npmjs.org,',
  'or pass the bill of materials (npm sbom --sbom-format cyclonedx) to a scanner.',
]

function outdatedLines(outdated: z.output<typeof Outdated>): string[] {
  return Object.entries(outdated).map(
    ([name, { current, latest }]) =>
      `newer: ${name} ${latest} (here ${current ?? 'not installed'})`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
