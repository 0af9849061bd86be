import { readFileSync } from 'node:fs'

import { projectFile } from './project-file.ts'

/** The pages' style sheet of colors. Mails and the icon take theirs from it, as they cannot use its variables. */
const tokens = readFileSync(projectFile('web/styles/tokens.css'), 'utf8')
const colorPattern = /--color-([\w-]+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\)/g

const themeColors = new Map(
  [...tokens.matchAll(colorPattern)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light: oklchToHex(light), dark: oklchToHex(dark) },
  ]),
)

/** @returns the color `--color-<name>` of light and dark pages, as `#rrggbb` */
export function themeColor(name: string): { light: string; dark: string } {
  const color = themeColors.get(name)
  if (!color) throw new Error(`web/styles/tokens.css has no color --color-${name}`)
  return color
}

/** The conversion of CSS Color 4. Few mail programs understand `oklch`. */
function oklchToHex(coordinates: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = coordinates.split(' ').map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map(channelToHex).join('')}`
}

function channelToHex(linear: number): string {
  const channel = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  const byte = Math.round(Math.min(1, Math.max(0, channel)) * 255)
  return byte.toString(16).padStart(2, '0')
}
