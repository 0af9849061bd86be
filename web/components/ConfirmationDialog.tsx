import type { Translator } from '@foyer/i18n'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

import type { ConfirmationMethod } from '#app/pages.ts'
import { TranslatorProvider, useTranslation } from '#web/i18n.tsx'
import { fetchConfirmationStatus } from '#web/lib/confirmation-status.ts'

import { ConfirmationMethods } from './ConfirmationMethods.tsx'
import { Dialog } from './Dialog.tsx'

/** What the person wants to do: in words, or the form that does it. */
export type ActionLabelSource = string | HTMLFormElement

interface ConfirmationRequest {
  minutes: number
  /** Whose account it is. */
  email: string
  t: Translator
  labelSource?: ActionLabelSource | undefined
}

/** Asks the server, which alone knows, and then the person if need be. */
export async function requireConfirmation({
  minutes,
  email,
  t,
  labelSource,
}: ConfirmationRequest): Promise<boolean> {
  const status = await fetchConfirmationStatus(minutes)
  // Without an answer what comes next says best what is wrong, and can be tried again.
  if (!status || status.confirmed) return true

  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const isConfirmed = await new Promise<boolean>((resolve) => {
    root.render(
      <TranslatorProvider value={t}>
        <ConfirmationDialog
          methods={status.methods}
          email={email}
          actionLabel={actionLabelOf(labelSource)}
          onClosed={resolve}
        />
      </TranslatorProvider>,
    )
  })
  // Not while it is still being drawn.
  setTimeout(() => {
    root.unmount()
    container.remove()
  })
  return isConfirmed
}

/** Of a form, what its button says, and to which address. */
function actionLabelOf(labelSource: ActionLabelSource | undefined): string | null | undefined {
  if (!(labelSource instanceof HTMLFormElement)) return labelSource
  const buttonText = labelSource.querySelector('[type=submit]')?.textContent
  const address = labelSource.querySelector<HTMLInputElement>('[name=email]')?.value
  return address ? `${buttonText}: ${address}` : buttonText
}

interface Props {
  methods: ConfirmationMethod[]
  email: string
  actionLabel: string | null | undefined
  onClosed: (isConfirmed: boolean) => void
}

/** Stands beside the page, so that the page stays as it is. */
function ConfirmationDialog({ methods, email, actionLabel, onClosed }: Props) {
  const t = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const isConfirmed = useRef(false)

  useEffect(() => {
    // Closed by now, and the focus is back where it was.
    if (!isOpen) onClosed(isConfirmed.current)
  }, [isOpen, onClosed])

  function handleConfirmed() {
    isConfirmed.current = true
    setOpen(false)
  }

  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('Confirm that it is you')}>
      {actionLabel && (
        <p className="confirmation-act">{t('It is needed for “{act}”.', { act: actionLabel })}</p>
      )}
      <ConfirmationMethods
        methods={methods}
        email={email}
        onConfirmed={handleConfirmed}
        onCancel={() => setOpen(false)}
      />
    </Dialog>
  )
}
