import { useEffect, useState } from 'react'

import { Icon } from '#web/parts/Icon.tsx'
import { check } from '#web/parts/icons/check.ts'
import { copy } from '#web/parts/icons/copy.ts'
import { toast } from '#web/parts/toast.ts'
import { useText } from '#web/text.tsx'

interface Props {
  text: string
  /** What is copied, for who cannot see what the button stands beside. */
  label: string
  /** Whether the label is seen. */
  named?: boolean
}

export function CopyButton({ text, label, named }: Props) {
  const t = useText()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const rest = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(rest)
  }, [copied])

  async function toClipboard() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      const sentence = t(
        'Your browser does not allow copying. Select the text and copy it yourself.',
      )
      await toast({ tone: 'attention', sentence, dismiss: t('Dismiss') })
    }
  }

  return (
    <>
      <button
        type="button"
        className={named ? 'button needs-script' : 'icon-button needs-script'}
        aria-label={label}
        title={named ? undefined : label}
        onClick={toClipboard}
      >
        <Icon of={copied ? check : copy} small />
        {named && label}
      </button>
      <span className="visually-hidden" aria-live="polite">
        {copied && t('Copied')}
      </span>
    </>
  )
}
