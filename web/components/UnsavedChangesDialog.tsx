import type { Translator } from '@foyer/i18n'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

import { TranslatorProvider, useTranslation } from '#web/i18n.tsx'

import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** Resolves to whether the page may be left. */
export async function confirmLeaving(t: Translator): Promise<boolean> {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const mayLeave = await new Promise<boolean>((resolve) => {
    root.render(
      <TranslatorProvider value={t}>
        <UnsavedChangesDialog onClosed={resolve} />
      </TranslatorProvider>,
    )
  })
  // Not during the dialog's own render.
  setTimeout(() => {
    root.unmount()
    container.remove()
  })
  return mayLeave
}

function UnsavedChangesDialog({ onClosed }: { onClosed: (mayLeave: boolean) => void }) {
  const t = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const mayLeave = useRef(false)

  useEffect(() => {
    // Runs after the dialog has closed and restored the focus.
    if (!isOpen) onClosed(mayLeave.current)
  }, [isOpen, onClosed])

  function leave() {
    mayLeave.current = true
    setOpen(false)
  }

  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('Leave without saving?')}>
      <p>{t("Your changes on this page aren't saved.")}</p>
      <div className="dialog-actions">
        <Button tone="danger" onClick={leave}>
          {t('Leave without saving')}
        </Button>
        <Button tone="primary" onClick={() => setOpen(false)}>
          {t('Keep editing')}
        </Button>
      </div>
    </Dialog>
  )
}
