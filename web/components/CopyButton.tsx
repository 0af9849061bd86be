import { type Ref, useEffect, useState } from 'react'

import { useTranslation } from '#web/i18n.tsx'
import { toast } from '#web/lib/toast.ts'

import { Icon } from './Icon.tsx'
import { check } from './icons/check.ts'
import { copy } from './icons/copy.ts'

interface Props {
  text: string
  /** Names the copied text, for screen readers. */
  label: string
  showLabel?: boolean
  /** Applies with `showLabel`. */
  tone?: 'primary'
  ref?: Ref<HTMLButtonElement>
}

export function CopyButton({ text, label, showLabel, tone, ref }: Props) {
  const t = useTranslation()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  async function copyToClipboard() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      const message = t("Your browser doesn't allow copying. Select the text and copy it yourself.")
      await toast(t, { tone: 'attention', message })
    }
  }

  return (
    <>
      <button
        ref={ref}
        type="button"
        className={showLabel ? 'button needs-script' : 'icon-button needs-script'}
        data-tone={tone}
        aria-label={label}
        title={showLabel ? undefined : label}
        onClick={copyToClipboard}
      >
        <Icon path={copied ? check : copy} small />
        {showLabel && label}
      </button>
      <span className="visually-hidden" aria-live="polite">
        {copied && t('Copied')}
      </span>
    </>
  )
}
