import type { Feature } from '#app/platform/feature.ts'

import { domainCheckJob, domainCheckKind, enqueueDomainChecks } from './check-domains.job.ts'

export const teamDomainsFeature: Feature = {
  everyTenMinutes: enqueueDomainChecks,
  jobs: (services) => ({
    [domainCheckKind]: { run: domainCheckJob(services), runner: 'external' },
  }),
}
