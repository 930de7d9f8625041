import { defineConfig } from "vite";

export default defineConfig({
  build: { outDir: "dist", modulePreload: { polyfill: false }, assetsInlineLimit: 0, sourcemap: false },
  server: { proxy: { "/api": "http://127.0.0.1:8417", "/ws": { target: "ws://127.0.0.1:8417", ws: true } } },
});
