import { Head } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { check } from '#web/components/icons/check.ts'
import { PostButton } from '#web/components/PostButton.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { Admin } from '#web/Layouts/Admin.tsx'
import { Member } from '#web/Layouts/Member.tsx'
import { route } from '#web/route.ts'

export default function Jobs({ waiting, jobs }: Pages['Admin/Jobs']) {
  const t = useTranslation()
  const columnTitles = [t('Job'), t('Error'), t('Failed'), t('Actions')]
  return (
    <>
      <Head title={t('Failed jobs')} />
      <div className="grid gap-2">
        <h1 className="heading">{t('Failed jobs')}</h1>
        <p className="text-muted">
          {t('Emails and other jobs that failed permanently. Queued: {count}.', {
            count: String(waiting),
          })}
        </p>
      </div>
      <Card title={t.n(jobs.length, 'One failed job', '{count} failed jobs')}>
        {jobs.length === 0 && <EmptyState icon={check}>{t('Nothing has failed.')}</EmptyState>}
        {jobs.length > 0 && (
          <Table caption={t('Failed jobs')} columnTitles={columnTitles} compact>
            {jobs.map(({ id, kind, reason, failedAt }) => (
              <Row key={id} columnTitles={columnTitles}>
                <code className="mono" translate="no">
                  {kind}
                </code>
                {reason && (
                  <span className="wrap-anywhere" translate="no">
                    {reason}
                  </span>
                )}
                {failedAt && <RelativeTime at={failedAt} />}
                <PostButton
                  className="link-button"
                  action={route('admin.job.retry', { job: id })}
                  label={t('Retry the job {kind}', { kind })}
                >
                  {t('Retry')}
                </PostButton>
              </Row>
            ))}
          </Table>
        )}
      </Card>
    </>
  )
}

Jobs.layout = [Member, Admin]
