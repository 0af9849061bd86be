import { CopyButton } from '#web/components/CopyButton.tsx'

interface Props {
  title: string
  code: string
  copyLabel?: string
}

export function CodeExample({ title, code, copyLabel }: Props) {
  return (
    <figure className="code-example">
      <figcaption>{title}</figcaption>
      <div className="snippet">
        <pre translate="no">{code}</pre>
        {copyLabel && <CopyButton text={code} label={copyLabel} />}
      </div>
    </figure>
  )
}
