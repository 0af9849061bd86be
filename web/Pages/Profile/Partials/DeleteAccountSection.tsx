import { gracePeriodDays } from '#app/account-deletion/limits.ts'
import type { SoleOwnership } from '#app/pages.ts'
import { DeleteAccountForm } from '#web/components/DeleteAccountForm.tsx'
import { Disclosure } from '#web/components/Disclosure.tsx'
import { Section } from '#web/components/Section.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { separator } from '#web/lib/separator.ts'

export function DeleteAccountSection({ soleOwnerships }: { soleOwnerships: SoleOwnership[] }) {
  const t = useTranslation()
  const days = { days: gracePeriodDays }
  return (
    <Section
      id="delete-account"
      title={t('Delete account')}
      description={t(
        "You have {days} days to change your mind. After that, there's no way back.",
        days,
      )}
    >
      <div className="setting">
        <p>{t('Erased after {days} days', days)}</p>
        <Disclosure
          label={t('Delete account…')}
          tone="danger"
          targetId="delete-account"
          errorBag="deleteUser"
        >
          <ul className="list-disc ps-6 grid gap-1">
            <li>
              {t('Right away, your other devices are signed out and API tokens stop working.')}
            </li>
            <li>
              {t('For {days} days, you can keep it: sign in, or use the link we email you.', days)}
            </li>
            <li>{t('Then everything is erased, and we email you a receipt.')}</li>
          </ul>
          <p>
            <Trans
              text="Want a copy? <link>Request your data</link> first."
              link={(children) => <a href="#data-export">{children}</a>}
            />
          </p>
          {soleOwnerships.length > 0 ? (
            <SoleOwnerships rows={soleOwnerships} />
          ) : (
            <DeleteAccountForm />
          )}
        </Disclosure>
      </div>
    </Section>
  )
}

function SoleOwnerships({ rows }: { rows: SoleOwnership[] }) {
  const t = useTranslation()
  return (
    <>
      <p>{t("You're the only owner of these. Decide what becomes of each first.")}</p>
      <ul className="list-disc ps-6 grid gap-1">
        {rows.map(({ name, href }) => (
          <li key={href}>
            {name}: <a href={`${href}#ownership`}>{t('Transfer')}</a>
            {separator}
            <a href={`${href}#delete`}>{t('Delete')}</a>
          </li>
        ))}
      </ul>
    </>
  )
}
