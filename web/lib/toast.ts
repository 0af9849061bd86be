export interface ToastOptions {
  tone: 'success' | 'attention'
  message: string
  /** The name of the button that puts it away. */
  dismissLabel: string
}

type AddToast = (options: ToastOptions) => void

let toaster: Promise<AddToast> | undefined

/**
 * Says something in the corner for six seconds; the clock stops while the pointer or focus is on it.
 * For what can be missed without harm. What must be read is a Banner.
 */
export async function toast(options: ToastOptions): Promise<void> {
  toaster ??= loadToaster()
  const addToast = await toaster
  addToast(options)
}

async function loadToaster(): Promise<AddToast> {
  const { addToast, mountToasts } = await import('#web/components/Toasts.tsx')
  mountToasts()
  return addToast
}
