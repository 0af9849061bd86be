import { LeaveForm } from '#web/parts/LeaveForm.tsx'
import { Section } from '#web/parts/Section.tsx'
import { T, useText } from '#web/text.tsx'

export function DeleteUserForm({ title }: { title: string }) {
  const t = useText()
  return (
    <Section
      id="delete-account"
      title={title}
      about={t('Two weeks to change your mind; after that there is no way back.')}
    >
      <ul className="list-disc ps-6 grid gap-1">
        <li>{t('At once every other device is signed out and access tokens stop working.')}</li>
        <li>
          {t('For 14 days you can sign in, or use the link we mail you, and keep the account.')}
        </li>
        <li>{t('Then everything is erased, and we mail you a receipt.')}</li>
      </ul>
      <p>
        <T
          text="Want to keep a copy? <link>Collect your data</link> first."
          link={(words) => <a href="#data-export">{words}</a>}
        />
      </p>
      <LeaveForm />
    </Section>
  )
}
