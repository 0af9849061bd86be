import { CopyButton } from '#web/parts/CopyButton.tsx'
import { Section } from '#web/parts/Section.tsx'
import { route } from '#web/route.ts'
import { useText } from '#web/text.tsx'

export function TryItSection({ exampleUrl }: { exampleUrl: string }) {
  const t = useText()
  const [ask, goesOn, header] = [
    `curl ${exampleUrl}`,
    ' \\\n',
    '  -H "Authorization: Bearer $FOYER_TOKEN"',
  ]
  return (
    <Section
      id="try"
      title={t('Use a token')}
      about={t('Send it with every request. A token never goes into an address.')}
    >
      <div className="grid gap-3">
        <div className="snippet">
          <pre>
            {ask}
            <span className="snippet-goes-on">{goesOn}</span>
            {header}
          </pre>
          <CopyButton text={ask + goesOn + header} label={t('Copy the example')} />
        </div>
        <p>
          <a href={route('api.docs')}>{t('Read what a program can ask')}</a>
        </p>
      </div>
    </Section>
  )
}
