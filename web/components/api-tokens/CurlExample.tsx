import { CopyButton } from '#web/components/CopyButton.tsx'
import { useTranslation } from '#web/i18n.tsx'

interface Props {
  url: string
  token: string
}

/** A request to try a token with. */
export function CurlExample({ url, token }: Props) {
  const t = useTranslation()
  const [command, lineContinuation, header] = [
    `curl ${url}`,
    ' \\\n',
    `  -H "Authorization: Bearer ${token}"`,
  ]
  return (
    <figure className="curl-example">
      <figcaption>{t('Try it:')}</figcaption>
      <CopyButton text={command + lineContinuation + header} label={t('Copy the example')} />
      <div className="snippet">
        <pre translate="no">
          {command}
          <span className="line-continuation">{lineContinuation}</span>
          {header}
        </pre>
      </div>
    </figure>
  )
}
