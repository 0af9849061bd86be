import { z } from 'zod'

/** How many days a weakness of what is shipped may stay, by how bad it is; see docs/security-policy.md. */
const daysToFix = { critical: 2, high: 7, moderate: 30, low: 30, info: 30 }
/** What has to be mended within so many days stops a build. */
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
  /** 0: go on. 1: mend something first. 2: nobody could say. */
  status: 0 | 1 | 2
}

/**
 * Holds what npm says against the policy.
 *
 * @param audit     what `npm audit --omit=dev --json` printed
 * @param outdated  what `npm outdated --json` printed
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
    return `${severity}: ${name}, to be mended within ${daysToFix[severity]} days (${why})`
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
  if (count === 0) return 'Go on: no weakness is known in what is shipped.'
  return urgent > 0
    ? `Stop: ${urgent} of ${count} known weaknesses cannot wait for the quarter's update.`
    : `Go on: ${count} known weaknesses, none that has to be mended within ${urgentDays} days.`
}

const registryUnavailable = [
  'Nobody could say: this registry does not answer npm audit (a mirror, or no network).',
  'Ask where it is answered: npm audit --omit=dev --registry=https://registry.npmjs.org,',
  'or give the bill of materials (npm sbom --sbom-format cyclonedx) to a scanner.',
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
