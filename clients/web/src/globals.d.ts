/// <reference types="trusted-types" />

declare module "*.css";
