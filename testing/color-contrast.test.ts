import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const tokens = readFileSync(join(import.meta.dirname, '../web/styles/tokens.css'), 'utf8')
const backgrounds = ['surface', 'raised', 'float', 'sunken']
const minContrast: Record<string, number> = {
  edge: 3,
  accent: 4.5,
  ink: 4.5,
  muted: 4.5,
  faint: 4.5,
  attention: 4.5,
  danger: 4.5,
}

test('borders of controls, the focus and symbols have a contrast of 3, texts of 4.5, in both themes', () => {
  const tooLow = Object.entries(minContrast).flatMap(([color, min]) =>
    backgrounds.flatMap((background) =>
      [0, 1].flatMap((theme) => {
        const ratio = contrast(luminance(color, theme), luminance(background, theme))
        return ratio < min ? `${color} on ${background}: ${ratio.toFixed(2)}` : []
      }),
    ),
  )

  assert.deepEqual(tooLow, [])
})

test('the contrast of black and white is 21', () => {
  assert.equal(Math.round(contrast(oklchLuminance(1, 0, 0), oklchLuminance(0, 0, 0))), 21)
})

/** @param theme  0 light, 1 dark */
function luminance(color: string, theme: number): number {
  const value = new RegExp(`--color-${color}: (.*);`).exec(tokens)?.[1] ?? ''
  const [lightness = NaN, chroma = NaN, hue = NaN] =
    [...value.matchAll(/oklch\(([^)]+)\)/g)][theme]?.[1]?.split(' ').map(Number) ?? []
  return oklchLuminance(lightness, chroma, hue)
}

/** Relative luminance. @see https://bottosson.github.io/posts/oklab/ */
function oklchLuminance(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [
    chroma * Math.cos((hue * Math.PI) / 180),
    chroma * Math.sin((hue * Math.PI) / 180),
  ]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
