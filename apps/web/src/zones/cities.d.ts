/** Made by vite.config.ts: the cities of 100,000 people and more, by the zone that they are in. */
declare module 'virtual:cities' {
  export const citiesByZone: Record<string, string[]>
}
