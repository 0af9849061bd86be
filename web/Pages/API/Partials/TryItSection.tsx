import { CopyButton } from '#web/components/CopyButton.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function TryItSection({ exampleUrl }: { exampleUrl: string }) {
  const t = useTranslation()
  const [command, lineContinuation, header] = [
    `curl ${exampleUrl}`,
    ' \\\n',
    '  -H "Authorization: Bearer $FOYER_TOKEN"',
  ]
  return (
    <Section
      id="try"
      title={t('Use a token')}
      description={t('Send it with every request. A token never goes into an address.')}
    >
      <div className="grid gap-3">
        <div className="snippet">
          <pre>
            {command}
            <span className="line-continuation">{lineContinuation}</span>
            {header}
          </pre>
          <CopyButton text={command + lineContinuation + header} label={t('Copy the example')} />
        </div>
        <p>
          <a href={route('api.docs')}>{t('Read what a program can ask')}</a>
        </p>
      </div>
    </Section>
  )
}
