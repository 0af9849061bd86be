import { DeleteAccountForm } from '#web/components/DeleteAccountForm.tsx'
import { Section } from '#web/components/Section.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'

export function DeleteAccountSection({ title }: { title: string }) {
  const t = useTranslation()
  return (
    <Section
      id="delete-account"
      title={title}
      description={t('Two weeks to change your mind; after that there is no way back.')}
    >
      <ul className="list-disc ps-6 grid gap-1">
        <li>{t('At once every other device is signed out and access tokens stop working.')}</li>
        <li>
          {t('For 14 days you can sign in, or use the link we mail you, and keep the account.')}
        </li>
        <li>{t('Then everything is erased, and we mail you a receipt.')}</li>
      </ul>
      <p>
        <Trans
          text="Want to keep a copy? <link>Collect your data</link> first."
          link={(children) => <a href="#data-export">{children}</a>}
        />
      </p>
      <DeleteAccountForm />
    </Section>
  )
}
