export interface ToastWords {
  tone: 'success' | 'attention'
  sentence: string
  /** The name of the button that puts it away. */
  dismiss: string
}

type Say = (words: ToastWords) => void

let corner: Promise<Say> | undefined

/**
 * Says something in the corner for six seconds; the clock stops while the pointer or focus is on it.
 * For what can be missed without harm. What must be read is a Banner.
 */
export async function toast(words: ToastWords): Promise<void> {
  corner ??= open()
  const say = await corner
  say(words)
}

async function open(): Promise<Say> {
  const { add, mount } = await import('#web/parts/Toasts.tsx')
  mount()
  return add
}
