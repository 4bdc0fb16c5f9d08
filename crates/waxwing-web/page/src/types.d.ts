// Style sheets are gathered by the build.
declare module "*.css";
